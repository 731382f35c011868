// Here a file that cannot be read is explained (tools/syntax-mistakes.ts); Astro would show its parser's words.
import '#content/schema/check.ts';

const astro = 'node_modules/astro/bin/astro.mjs';
process.argv.splice(1, 1, astro, 'dev');
await import(`../${astro}`);
