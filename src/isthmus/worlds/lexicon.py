"""Words that titles of works and names of organisations are put together from."""

from __future__ import annotations

TRAITS = (
    "Amber", "Ashen", "Barren", "Brackish", "Borrowed", "Burnished", "Threadbare", "Flaxen", "Frostbitten", "Copper",
    "Crooked", "Distant", "Drowned", "Easterly", "Lacquered", "Faint", "Fallow", "Feathered", "Folded", "Forgotten",
    "Gilded", "Glass", "Gnarled", "Knotted", "Idle", "Inland", "Pewter", "Penultimate", "Late", "Leaden", "Lesser",
    "Moss-Grown", "Oblong", "Unlevelled", "Marble", "Milk-White", "Narrow", "Nameless", "Northerly", "Numbered",
    "Obedient", "Ochre", "Paper", "Patient", "Pale", "Plain", "Untuned", "Ragged", "Russet", "Restless", "Rusted",
    "Salt", "Scattered", "Second", "Seventh", "Tarnished", "Sleeping", "Slow", "Smallest", "Southerly", "Stolen",
    "Slate", "Stubborn", "Sunken", "Tall", "Tender", "Thin", "Third", "Tin", "Unlit", "Velvet", "Waylaid", "Waxen",
    "Westerly", "Whispered", "Chalky", "Unsigned", "Windless", "Wooden", "Saffron",
)  # fmt: skip
THINGS = (
    "Almanac", "Anchor", "Apiary", "Archive", "Atlas", "Balcony", "Ballast", "Barometer", "Beacon", "Gong", "Viaduct",
    "Candle", "Canal", "Carousel", "Cartographer", "Causeway", "Chapel", "Chart", "Choir", "Clockmaker", "Compass",
    "Corridor", "Courtyard", "Creek", "Ditch", "Doorway", "Bollard", "Cinder", "Envelope", "Estuary", "Ferry",
    "Fiddle", "Furrow", "Nursery", "Garrison", "Turnstile", "Glacier", "Granary", "Harbour", "Hedge", "Heron",
    "Hinge", "Headland", "Hourglass", "Inheritance", "Islet", "Kiln", "Ladder", "Lagoon", "Lamplighter", "Ledger",
    "Telegram", "Lighthouse", "Loom", "Blueprint", "Marsh", "Meadow", "Meridian", "Mill", "Spyglass", "Monsoon",
    "Moth", "Needle", "Oar", "Orchard", "Orchestra", "Procession", "Parish", "Passage", "Pendulum", "Pier", "Pilgrim",
    "Plough", "Quarry", "Railway", "Drizzle", "Reed", "Regatta", "Reservoir", "Rope", "Sail", "Spindle", "Sextant",
    "Sawmill", "Shepherd", "Shoreline", "Signal", "Sluice", "Sparrow", "Staircase", "Signal Box", "Squall", "Sundial",
    "Tailor", "Shoal", "Toll", "Tower", "Tram", "Tributary", "Umbrella", "Valley", "Vessel", "Vineyard", "Crossing",
    "Waltz", "Weaver", "Weir", "Windlass", "Thaw", "Witness", "Yard",
)  # fmt: skip
DEEDS = (
    "Counting", "Crossing", "Drawing", "Dreaming of", "Forgetting", "Leaving", "Letters to", "Listening to", "Measuring",
    "Naming", "Notes on", "Painting", "Returning to", "Songs for", "Walking to",
    "Waiting for", "Songs from", "A History of", "Nights in",
)  # fmt: skip
GENRE_TRAITS = (
    "harbour", "lantern", "salt", "chalk", "iron", "velvet", "river", "tin", "moor", "mill", "frost", "ember", "canal", "wire",
    "hollow", "ferry", "drift", "copper", "thistle", "granite", "amber", "marsh", "slate", "smoke",
)  # fmt: skip
GENRE_BASES = ("folk", "jazz", "rock", "soul", "waltz", "ballad", "swing", "pop", "choral", "blues")
FIELD_TRAITS = (
    "littoral", "crepuscular", "reticular", "auroral", "vernal", "alluvial", "tessellate", "subglacial", "riparian", "lacunar",
    "brumal", "sidereal", "estival", "umbral", "liminal", "concentric", "saline", "orbicular", "hesperian", "catenary",
    "interstitial", "deltaic", "nivean", "tremulous",
)  # fmt: skip
TRADES: dict[str, tuple[str, ...]] = {
    "shipbuilding": ("Shipyards", "Marine Works", "Slipways"),
    "clockmaking": ("Clock Company", "Chronometers", "Horologers"),
    "optics": ("Optical Works", "Lens Company", "Optics"),
    "textiles": ("Mills", "Weaving Company", "Textiles"),
    "brewing": ("Brewery", "Brewing Company"),
    "railway equipment": ("Locomotive Works", "Rolling Stock", "Wagon Company"),
    "ceramics": ("Pottery", "Porcelain", "Tileworks"),
    "paper": ("Paper Mills", "Paper Company"),
    "publishing equipment": ("Type Foundry", "Press Works"),
    "pharmaceuticals": ("Pharmaceuticals", "Laboratories"),
    "electric power": ("Power Company", "Electric", "Hydroelectric"),
    "steel": ("Steelworks", "Forges", "Ironworks"),
    "glass": ("Glassworks", "Glass Company"),
    "agricultural machinery": ("Implements", "Tractor Works", "Ploughs"),
    "shipping": ("Line", "Steam Navigation", "Shipping Company"),
    "banking": ("Bank", "Banking House"),
    "insurance": ("Assurance", "Mutual Insurance"),
    "telecommunications": ("Telegraph", "Telephone Company", "Telecom"),
    "software": ("Systems", "Software", "Computing"),
    "cartographic instruments": ("Instruments", "Survey Instruments"),
    "musical instruments": ("Organ Works", "Pianos", "Instruments"),
    "timber": ("Timber Company", "Sawmills"),
}
LABEL_ENDINGS = ("Records", "Recordings", "Discs", "Sound")
PRESS_ENDINGS = ("Press", "Books", "Publishing House", "Editions")
PAPER_ACTS = (
    "Estimating", "On the stability of", "A survey of", "Bounds for", "Observations of", "Modelling", "Long-term change in",
    "A new account of", "Measuring", "Sources of error in", "Reconsidering", "Seasonal variation of", "The origin of",
    "Transport and decay in", "Scaling of", "Early evidence for",
)  # fmt: skip
PAPER_TRAITS = (
    "shallow", "coupled", "slow", "layered", "drifting", "irregular", "dormant", "mixed", "periodic", "sparse", "unstable",
    "nested", "weak", "delayed", "branching", "isolated",
)  # fmt: skip
PAPER_OBJECTS = (
    "sediments", "currents", "spectra", "lichens", "vowel shifts", "tidal locks", "price series", "settlements", "crystals",
    "reefs", "sound fields", "hedgerows", "magnetic records", "snow layers", "river terraces", "lattices", "pollen cores",
    "star clusters", "trade routes", "burial mounds", "salt marshes", "cloud bands",
)  # fmt: skip
