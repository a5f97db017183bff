"""What may be wrong with a bundle: each kind has a name, and an exit code of the verifier."""

from typing import Final, Literal

Kind = Literal[
    "zip", "size", "path", "twice", "files", "manifest", "digest", "chain", "canonical", "salt", "commitment", "seed",
    "state", "commands", "cause", "head", "key", "note", "signature", "unknown-key", "witness", "places", "inclusion",
    "root", "consistency", "earlier", "part", "rules", "version", "lines", "notes", "names", "cited",
]  # fmt: skip

EXIT_CODES: Final[dict[Kind, int]] = {
    "zip": 10,
    "size": 11,
    "path": 12,
    "twice": 13,
    "files": 14,
    "manifest": 15,
    "digest": 16,
    "chain": 20,
    "canonical": 21,
    "salt": 22,
    "commitment": 23,
    "seed": 24,
    "state": 25,
    "commands": 26,
    "cause": 27,
    "head": 28,
    "lines": 29,
    "key": 30,
    "note": 31,
    "signature": 32,
    "unknown-key": 33,
    "witness": 34,
    "places": 40,
    "inclusion": 41,
    "root": 42,
    "consistency": 43,
    "earlier": 44,
    "part": 45,
    "rules": 50,
    "version": 51,
    "notes": 60,
    "names": 61,
    "cited": 62,
}
"""They never change: people write scripts around them. docs/proof.md says what each means."""

_ANEW = "Fetch the file anew from the service"
_KEEP = "Keep this file"
ADVICE: Final[dict[Kind, str]] = {
    "zip": f"{_ANEW}: it was changed or cut off on its way, or somebody packed it once more.",
    "size": "No evidence of a game is that large. Do not open it, and ask for another file.",
    "path": "Do not unpack it: somebody made it to write outside of the folder that it is unpacked in.",
    "twice": "Do not trust it: two readers could see two contents. Ask where it came from.",
    "files": f"{_ANEW}. If a later release wrote it, use the verifier of that release.",
    "manifest": f"{_ANEW}. If it was made by hand, it is no evidence.",
    "digest": f"{_ANEW}, and compare the two: one file in it was changed after it was packed.",
    "chain": f"{_KEEP} and ask for another: steps were added, removed or changed.",
    "canonical": f"{_KEEP} and ask for another: a line is not in the one form that is hashed.",
    "salt": f"{_KEEP} and ask for another: a step was not written by who knew the secret.",
    "commitment": f"{_KEEP}: the secret of the chance is not the one that was sealed before the game.",
    "seed": f"{_KEEP}: the chance of the game does not follow from its secret and the shares of the seats.",
    "state": f"{_KEEP} and ask for another: the hash of a position is missing, or stands where none belongs.",
    "commands": f"{_KEEP} and ask for another: commands were added, removed or changed.",
    "cause": f"{_KEEP} and ask for another: a step does not belong to the command that it names.",
    "head": f"{_KEEP} and ask for another: steps or commands are missing at the end.",
    "lines": f"{_ANEW}: what it says of the steps so far was changed or cut off.",
    "key": f"{_ANEW}. The key of the log is also at /log/key of the service.",
    "note": f"{_ANEW}: what is in it as a signed note is none, or nobody has signed it.",
    "signature": f"{_KEEP} and do not believe it: the key of the log did not sign this.",
    "unknown-key": "Ask somebody you trust for the key of the log. If you have named that one, the file is forged.",
    "witness": "Ask the witness whether they cosign this log, and for their key. Then fetch the file anew.",
    "places": f"{_KEEP} and ask for another: the positions are not those of one game in one order.",
    "inclusion": f"{_ANEW}: the proof was cut off, or hashes were put into it.",
    "root": f"{_KEEP}: this game is not the one that was signed. Show both to whoever has an older note of the log.",
    "consistency": f"{_KEEP} and your checkpoint: together they prove that the log was written anew.",
    "earlier": "Ask for the file with the checkpoint that you have. The game's page gives it under “I have an earlier "
    "checkpoint”, and so does `emberlog bundle GAME --since FILE`.",
    "part": "Keep both files: if both are signed by the key that you named, the game was written anew meanwhile.",
    "rules": f"{_KEEP}: the service carried out what its rules do not allow. Show it to an arbiter.",
    "version": "Use the verifier of a release that has this version. All but the rules was checked, and holds.",
    "notes": f"{_KEEP} and ask for another: words were added or changed that nobody wrote in this game.",
    "names": f"{_ANEW}. Names prove nothing: in the evidence itself persons stand by their ids.",
    "cited": f"{_ANEW}. The words of the rules are also in the documents of the release that the game was played by.",
}
"""What to do about it, in a sentence. The page for browsers has the same ones from here."""


class Fault(Exception):
    """The first thing in a bundle that does not hold. The text is a sentence without its full stop."""

    def __init__(self, kind: Kind, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why

    @property
    def exit_code(self) -> int:
        """With which code the verifier ends."""
        return EXIT_CODES[self.kind]
