-- When flags fall, for the workers that call them (GAME-CLOCK-06). Derived from the log by the projection of the list of games.
--
--   clock_due   one row for a game with clocks whose flags the service calls
--
-- A row says what was so at `version`: a game that has moved since gets another one. Its key is game_id, so that the table can be
-- distributed by game, as all tables of a game.

CREATE TABLE clock_due (
    game_id  uuid    NOT NULL PRIMARY KEY,
    version  integer NOT NULL CHECK (version > 0),
    seat     integer,                        -- whose flag falls next
    due_us   bigint,                         -- when, in microseconds since 1970; NULL: no time counts
    CHECK ((seat IS NULL) = (due_us IS NULL))
);
CREATE INDEX clock_due_next ON clock_due (due_us) WHERE due_us IS NOT NULL;

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON clock_due TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
