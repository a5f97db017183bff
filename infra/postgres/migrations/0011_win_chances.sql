-- Win chances: a projection from playouts, written by analysts. It can be deleted and computed again.
--
--   win_chance   one row for a viewer and an analysed step: sums over playouts, from which shares and errors follow
--
-- Its key begins with game_id, so that the table can be distributed by game, as all tables of a game.

CREATE TABLE win_chance (
    game_id  uuid NOT NULL,
    viewer   integer NOT NULL,                      -- a seat, -1 for spectators, -2 for all cards open
    version  integer NOT NULL CHECK (version > 0),
    playouts integer NOT NULL CHECK (playouts >= 0), -- 0: the outcome was known
    won      integer[] NOT NULL,                    -- by seat: 60 for each win, its share of 60 for a shared one
    points   integer[] NOT NULL,                    -- by seat: the sum of the final points
    nobody   integer NOT NULL CHECK (nobody >= 0),
    cost_us  bigint NOT NULL,                       -- processor time
    PRIMARY KEY (game_id, viewer, version)
);

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON win_chance TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
