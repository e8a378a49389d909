"""Adjectives of nationality, as definitional sentences use them ("a Canadian rock band")."""

from __future__ import annotations

import re

_TWO_WORDS = ("New Zealand", "South African", "South Korean", "Puerto Rican", "Costa Rican")
_ONE_WORD = """
    American British English Scottish Welsh Irish French German Italian Spanish Portuguese Dutch
    Belgian Swiss Austrian Swedish Norwegian Danish Finnish Icelandic Polish Czech Slovak Hungarian
    Romanian Bulgarian Serbian Croatian Slovenian Bosnian Macedonian Albanian Greek Turkish Russian
    Ukrainian Belarusian Estonian Latvian Lithuanian Georgian Armenian Azerbaijani Israeli
    Palestinian Lebanese Syrian Jordanian Iraqi Iranian Persian Egyptian Moroccan Algerian Tunisian
    Libyan Nigerian Ghanaian Kenyan Ethiopian Senegalese Malian Ivorian Cameroonian Congolese
    Angolan Zimbabwean Zambian Ugandan Tanzanian Rwandan Somali Indian Pakistani Bangladeshi
    Nepalese Chinese Taiwanese Japanese Korean Vietnamese Thai Filipino Indonesian Malaysian
    Singaporean Australian Canadian Mexican Cuban Jamaican Barbadian Trinidadian Haitian Dominican
    Colombian Venezuelan Ecuadorian Peruvian Bolivian Chilean Argentine Argentinian Uruguayan
    Paraguayan Brazilian Roman Byzantine Ottoman Prussian Flemish Norman
"""

NATIONALITY = re.compile(rf"(?<!-)\b(?:{'|'.join((*_TWO_WORDS, *_ONE_WORD.split()))})\b(?!-)")
"""Matches a nationality that is not half of a compound."""
