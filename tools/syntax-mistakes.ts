import { formatMistakes } from '#content/schema/mistake.ts';
import { findSyntaxMistakes } from '#content/schema/source.ts';

// Comes before every command (tools/run.mjs): a file of `content/` that cannot be read would end it with
// the words of Node's parser and a stack.

process.on('uncaughtExceptionMonitor', (cause) => {
  if (!(cause instanceof SyntaxError)) return;
  const mistakes = findSyntaxMistakes();
  if (mistakes.length === 0) return;
  console.error(formatMistakes(mistakes));
  process.exit(1);
});
