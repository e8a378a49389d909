import pytest

from isthmus.tasks import SynthConfig


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"tasks": 0}, "synth.tasks must be 1 or more"),
        ({"budget": 0}, "synth.budget"),
        ({"max_depth": -1}, "synth.max_depth"),
        ({"min_closure": 0}, "synth.min_closure"),
        ({"vertices": ()}, "synth.vertices"),
        ({"vertices": (0.0, 0.0, 0.0, 0.0)}, "synth.vertices"),
        ({"vertices": (0.0, 0.0, 0.0, -1.0, 2.0)}, "synth.vertices"),
        ({"vertices": (1.0, 0.0, 0.0, 1.0)}, "synth.vertices"),
        ({"max_closure_share": 2.0}, "synth.max_closure_share"),
        ({"tasks_per_root": 3}, "synth.tries_per_root"),
        ({"min_asserted": 1}, "synth.min_asserted"),
        ({"min_flat": 9}, "synth.min_flat"),
        ({"max_same_relation": 0}, "synth.max_same_relation"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_name(settings, message):
    with pytest.raises(ValueError, match=message):
        SynthConfig(**settings)
