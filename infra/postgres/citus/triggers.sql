-- Append-only by trigger, on every shard, beside the privileges. Citus calls triggers unsafe because they could reach other nodes;
-- these refuse and do nothing else.

SET LOCAL citus.enable_unsafe_triggers = on;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON command FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sighting FOR EACH ROW EXECUTE FUNCTION refuse_change();
