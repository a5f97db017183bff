-- More evidence beside the log for the audit desk. Nothing here is hashed, and no game depends on it.
--
--   unavailable   how many requests a process answered by UNAVAILABLE in a minute; for 90 days. The process stores its own sum, so
--                 storing it once more changes nothing. It belongs to no game, like `outage`
--   readjudication.mode  'events': by a version of another generation, which only replays what was recorded
--   visit.client  the program that sent a token, as it names itself; '' for none, and for visits of before

CREATE TABLE unavailable (
    minute_us  bigint NOT NULL CHECK (minute_us % 60000000 = 0),  -- when the minute began, by the time of the service
    process    text   NOT NULL,                                   -- random, of one process
    answers    bigint NOT NULL CHECK (answers > 0),
    PRIMARY KEY (minute_us, process)
);

ALTER TABLE visit ADD COLUMN client text NOT NULL DEFAULT '';
ALTER TABLE visit DROP CONSTRAINT visit_pkey;
ALTER TABLE visit ADD PRIMARY KEY (principal_id, hour_us, token_id, address, client);

ALTER TABLE readjudication DROP CONSTRAINT readjudication_mode_check;
ALTER TABLE readjudication ADD CHECK (mode IN ('local', 'followed', 'events'));

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON unavailable TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
