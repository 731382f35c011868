-- How many times were booked from a network on a day. There is no address: of it a hash, by a random key of that
-- day, which is erased with the hashes when the day is over. Nothing here refers to a booking.
CREATE TABLE network_key (
  day TEXT PRIMARY KEY,
  key TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE network_bookings (
  day TEXT NOT NULL,
  hash TEXT PRIMARY KEY,
  bookings INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
