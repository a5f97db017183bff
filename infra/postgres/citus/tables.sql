-- What a log on Citus has that a log on one server has not. Applied once, before the tables are distributed.
--
--   cluster   one row: this database is distributed. Written last, so that a cluster without it is half migrated
--   pending   carries the hashes that the order needs, so that giving places reads neither events nor commands. `queued` is a time,
--             because counters of several nodes say nothing about each other
--   log       carries what readers of the order need of a command, for the same reason

CREATE TABLE cluster (
    one             boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    distributed_at  timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE pending
    ALTER queued DROP IDENTITY,
    ADD COLUMN hashes  bytea[],  -- of its steps, in their order, and then the link of the command
    ADD COLUMN time_us bigint,
    ADD COLUMN recorded_at timestamptz NOT NULL DEFAULT now();
UPDATE pending p SET time_us = c.time_us, recorded_at = c.recorded_at, hashes = array_append(
    ARRAY(SELECT e.hash FROM event e
          WHERE e.game_id = p.game_id AND e.version BETWEEN p.first_version AND p.last_version ORDER BY e.version),
    c.link)
FROM command c WHERE c.game_id = p.game_id AND c.ordinal = p.ordinal;
ALTER TABLE pending ALTER hashes SET NOT NULL, ALTER time_us SET NOT NULL;

ALTER TABLE log  -- NULL for steps
    ADD COLUMN first_version integer,
    ADD COLUMN last_version  integer,
    ADD COLUMN time_us       bigint,
    ADD COLUMN recorded_at   timestamptz;
ALTER TABLE log DISABLE TRIGGER append_only;
UPDATE log l SET time_us = c.time_us, recorded_at = c.recorded_at, last_version = c.last_version,
       first_version = CASE WHEN c.outcome = 'accepted' THEN c.first_version ELSE c.last_version + 1 END
FROM command c WHERE l.kind = 'command' AND c.game_id = l.game_id AND c.ordinal = l.number;
ALTER TABLE log ENABLE TRIGGER append_only;

DROP TRIGGER append_only ON event;
DROP TRIGGER append_only_whole ON event;
DROP TRIGGER append_only ON command;
DROP TRIGGER append_only_whole ON command;
DROP TRIGGER append_only ON sighting;
DROP TRIGGER append_only_whole ON sighting;

DO $$
BEGIN
    GRANT SELECT ON cluster TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END $$;
