-- What the page counts: a number for each day, event and label. There is no row for a visitor or a
-- visit, and no order in which rows came (WITHOUT ROWID).
CREATE TABLE event_count (
  day TEXT NOT NULL,
  event TEXT NOT NULL,
  label TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, event, label)
) STRICT, WITHOUT ROWID;
