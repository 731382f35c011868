/** Runs the program that the first argument names, or the first one. */
export const runSubcommand = async (
  programs: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> => {
  const [first = '-'] = process.argv.slice(2);
  const isNamed = !first.startsWith('-');
  const program = isNamed ? programs[first] : Object.values(programs)[0];
  if (!program) {
    console.error(`There is no "${first}"; there are ${Object.keys(programs).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  if (isNamed) process.argv.splice(2, 1);
  await program();
};
