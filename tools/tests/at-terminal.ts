import type { Command } from '../terminal.ts';

/** Runs a command and returns its exit code and what it wrote, without the last line break. */
export const atTerminal = async (
  command: Command,
  args: readonly string[],
  over: { environment?: Record<string, string>; answer?: string; columns?: number } = {},
) => {
  let [stdout, stderr] = ['', ''];
  const status = await command(args, over.environment ?? {}, {
    write: async (text) => {
      stdout += text;
    },
    writeError: (text) => {
      stderr += text;
    },
    ask: over.answer === undefined ? null : async () => over.answer ?? '',
    columns: over.columns ?? null,
  });
  return { status, stdout: stdout.trimEnd(), stderr };
};
