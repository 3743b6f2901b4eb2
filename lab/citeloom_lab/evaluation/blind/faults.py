"""The kinds of faults that a reader can name, by their names in votes."""

FAULTS = {
    "false": "false or damaged",
    "dangling": "needs something that is not there",
    "empty": "says nothing of its paper",
    "lead": "a lead that does not fit",
    "place": "in the wrong group or order",
    "monotony": "said in the same way again",
    "grammar": "grammar or wording",
    "other": "something else",
}

VOTES = {"keep": "Keep", "edit": "Edit", "throw": "Throw away"}
