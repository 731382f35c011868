import { DatabaseError } from '#inbox/stores/sqlite-store.ts';
import { readEnvironment } from '../read-environment.ts';
import { ConfigError, readServerConfig } from './config.ts';
import { askMailService, deliveryNotice } from './delivery-notice.ts';
import { PortError, startServer } from './server.ts';

try {
  const config = readServerConfig(readEnvironment());
  const server = await startServer(config);
  console.log(`\n  The site      ${server.url}`);
  console.log('  The inbox     npm run inbox');
  console.log(`  Mail          ${deliveryNotice(config)}`);
  console.log('  Stop          Ctrl-C\n');

  const stop = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    // An unfinished delivery would keep the process alive; its submission stays in the outbox.
    void server.stop().then(() => process.exit());
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);

  const answer = config.delivery && (await askMailService(config.delivery));
  if (answer) console.log(answer);
} catch (cause) {
  const isKnown =
    cause instanceof ConfigError || cause instanceof DatabaseError || cause instanceof PortError;
  console.error(isKnown ? cause.message : cause);
  process.exitCode = 1;
}
