import { deliveryHost } from '#inbox/delivery/delivery.ts';
import { describeInWords } from '#inbox/delivery/refusal.ts';
import { openMailService } from '#inbox/delivery/smtp.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';
import { ExplainedError } from '#model/mistake.ts';
import { readEnvironment } from '../read-environment.ts';
import { findSharedFolder, readServerConfig, type ServerConfig } from './config.ts';
import { startServer } from './server.ts';

/** Milliseconds. */
const mailTimeLimit = 10_000;

/** Describes where submissions are delivered, and by which service. */
const describeDelivery = ({ delivery, dataDir }: ServerConfig): string => {
  if (!delivery) return `not configured; submissions are kept in ${databaseFile(dataDir)}`;
  const host = deliveryHost(delivery);
  return 'webhookUrl' in delivery
    ? `none; submissions are posted to ${host}`
    : `to ${delivery.to}, by ${host}`;
};

/** Returns a sentence on whether the mail service answers; null for a webhook, because a test would post to it. */
const askMailService = async ({ delivery }: ServerConfig): Promise<string | null> => {
  if (!delivery || 'webhookUrl' in delivery) return null;
  const service = `The mail service ${deliveryHost(delivery)}`;
  return openMailService(delivery.service, mailTimeLimit)
    .verify()
    .then(
      () => `${service} answers.`,
      (cause) =>
        `${service} cannot be used: ${describeInWords(cause)}. The site keeps submissions, and mails them when the service works again.`,
    );
};

try {
  const config = readServerConfig(readEnvironment());
  const server = await startServer(config);
  console.log(`\n  The site      ${server.url}`);
  console.log('  The inbox     npm run inbox');
  console.log(`  Mail          ${describeDelivery(config)}`);
  console.log('  Stop          Ctrl-C\n');

  const stop = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    // An unfinished delivery would keep the process alive; its submission stays in the outbox.
    void server.stop().then(() => process.exit());
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);

  for (const warning of [
    findSharedFolder(config.dataDir)?.join(' '),
    await askMailService(config),
  ]) {
    if (warning) console.log(warning);
  }
} catch (cause) {
  console.error(cause instanceof ExplainedError ? cause.message : cause);
  process.exit(1);
}
