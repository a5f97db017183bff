-- Lists: turns, sandboxes, delayed games, and the games in which a rule fired. All of them are projections: the list of games is
-- emptied here, and the next sweep of a worker fills both lists from the log, as after any loss.
--
--   game_list           one row per game, at its head; `shows_us` says from when everybody may see it
--   game_list_delayed   the steps of delayed games, as lists show them while the head is not due
--   rule_game           one row per rule that fired in a game

TRUNCATE game_list;
DELETE FROM projection_cursor WHERE projection = 'game_list';

ALTER TABLE game_list
    ADD COLUMN turn     integer NOT NULL,
    ADD COLUMN sandbox  boolean NOT NULL,
    ADD COLUMN shows_us bigint  NOT NULL,  -- 0: at once; the largest bigint: not before the game is over
    ADD COLUMN shown    integer NOT NULL;  -- the last step that lists may show while the head is not due

CREATE INDEX game_list_held_back ON game_list (shows_us) WHERE shows_us > 0;

-- What does not change within a game (ruleset, title, ...) is in its row of game_list.
CREATE TABLE game_list_delayed (
    game_id  uuid NOT NULL,
    version  integer NOT NULL,
    phase    text NOT NULL,
    turn     integer NOT NULL,
    seats    text[] NOT NULL,
    to_act   integer[] NOT NULL,
    leaders  integer[] NOT NULL,
    winners  integer[] NOT NULL,
    moved_us bigint NOT NULL,
    shows_us bigint NOT NULL,
    PRIMARY KEY (game_id, version)
);

CREATE TABLE rule_game (
    game_id  uuid NOT NULL,
    rule     text NOT NULL,
    version  integer NOT NULL CHECK (version > 0),  -- the first step that cites it
    times    integer NOT NULL CHECK (times > 0),
    shows_us bigint NOT NULL,
    PRIMARY KEY (game_id, rule)
) WITH (fillfactor = 70);  -- `times` rises often, and no index covers it

CREATE INDEX rule_game_newest ON rule_game (rule, shows_us DESC, game_id DESC);

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON game_list_delayed, rule_game TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
