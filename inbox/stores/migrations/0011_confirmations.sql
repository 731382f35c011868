-- The code in the mail that confirms a booking's address; null once it is confirmed, and where none is asked for.
-- Until then the booking holds its time for half an hour, and the owner does not see it.
ALTER TABLE submission ADD COLUMN confirmation TEXT;
