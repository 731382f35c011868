-- The code knows the kinds (inbox/kinds/), so that another one needs no migration. A column's CHECK goes with the
-- column. The table, its IDs and its indexes stay.
ALTER TABLE submission RENAME COLUMN kind TO checked_kind;
ALTER TABLE submission ADD COLUMN kind TEXT NOT NULL DEFAULT '';
UPDATE submission SET kind = checked_kind;
ALTER TABLE submission DROP COLUMN checked_kind;
