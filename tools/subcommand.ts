/**
 * Runs one of several programs: the one that the first argument of this process names, or the first
 * of them when it names none. The program finds its own arguments where it would find them alone.
 * Sets the exit code to 2 when there is no such program, and says so.
 */
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
