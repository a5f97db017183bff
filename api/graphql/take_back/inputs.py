"""What a motion asks for, as clients name it."""

import enum

import strawberry


@strawberry.enum(name="MotionKind", description="What a motion asks the others to agree to.")
class MotionKindNode(enum.Enum):
    TAKE_BACK = "take_back"
    STOP = "stop"
    RESUME = "resume"
    CLOSE = "close"
