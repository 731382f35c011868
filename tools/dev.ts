const astro = 'node_modules/astro/bin/astro.mjs';
process.argv.splice(1, 1, astro, 'dev');
await import(`../${astro}`);

export {};
