import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createSqliteStore, DatabaseError, openDatabase } from '../form-backend/sqlite-store.ts';
import { ConfigError, readServerConfig } from '../server/config.ts';
import { formatCsv, formatJson, formatTables } from '../server/inbox.ts';
import { databaseFile } from '../server/node.ts';

// `npm run inbox`: what visitors have sent, newest first.
try {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, csv: { type: 'boolean' } },
  });
  const file = databaseFile(readServerConfig(process.env).dataDir);
  const database = existsSync(file) ? openDatabase(file) : null;
  const submissions = database ? await createSqliteStore(database).list() : [];
  database?.close();
  const format = values.json ? formatJson : values.csv ? formatCsv : formatTables;
  process.stdout.write(`${format(submissions).trimEnd()}\n`);
} catch (cause) {
  const isUsage = cause instanceof TypeError && 'code' in cause;
  const isKnown = isUsage || cause instanceof ConfigError || cause instanceof DatabaseError;
  console.error(isKnown ? cause.message : cause);
  process.exitCode = 1;
}
