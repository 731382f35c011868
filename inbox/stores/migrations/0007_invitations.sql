-- Mail to who booked, of the booking as it is now: for which of its versions one was sent or is on its way, and
-- whether one is due, since the owner made the change. The outbox sends that with the owner's own.
ALTER TABLE submission ADD COLUMN invited_sequence INTEGER;
ALTER TABLE submission ADD COLUMN invitation_due INTEGER NOT NULL DEFAULT 0;

UPDATE submission SET invited_sequence = sequence WHERE invited_at IS NOT NULL;
