-- A process says that it runs, and nothing else: old receipts, which a cluster has on its nodes, are forgotten by a statement of
-- their own (infra/postgres/audit/heartbeat.py). Together, one node that was away kept every process from saying that it runs.

CREATE OR REPLACE FUNCTION beat(kind text, now_us bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    last_us bigint;
BEGIN
    INSERT INTO heartbeat (process, beat_us) VALUES (kind, now_us) ON CONFLICT DO NOTHING;
    SELECT beat_us INTO last_us FROM heartbeat WHERE process = kind FOR UPDATE;
    IF now_us - last_us > 30000000 THEN
        INSERT INTO outage (process, from_us, to_us) VALUES (kind, last_us, now_us) ON CONFLICT DO NOTHING;
    END IF;
    UPDATE heartbeat SET beat_us = greatest(last_us, now_us) WHERE process = kind;
END $$;
