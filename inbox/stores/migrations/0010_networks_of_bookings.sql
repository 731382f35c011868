-- From which network a time was booked, until it is over: a hash by the key. A backup holds no key.
DROP TABLE network_bookings;
DROP TABLE network_key;
CREATE TABLE network_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  key TEXT NOT NULL
) STRICT;

ALTER TABLE submission ADD COLUMN network TEXT;

CREATE INDEX submission_by_network ON submission (network) WHERE network IS NOT NULL;
