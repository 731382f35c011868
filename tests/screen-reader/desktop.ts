import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from '../../tools/chromium.ts';
import { spokenIn } from './spoken.ts';

const firefox = (): string | null => findProgram('firefox-esr', 'firefox');

/** Returns the programs that are missing for a walk, with the remedy, or null. */
export const findMissing = (): string | null =>
  firefox() &&
  ['orca', 'xvfb-run', 'xdotool', 'dbus-run-session'].every((name) => findProgram(name))
    ? null
    : 'apt-get install orca xvfb xauth xdotool dbus-daemon at-spi2-core firefox-esr';

/** Settings with which Firefox shows no page, menu or suggestion of its own, and completes no typed address. */
const firefoxPreferences = `
  user_pref("accessibility.force_disabled", -1);
  user_pref("browser.aboutwelcome.enabled", false);
  user_pref("browser.preonboarding.enabled", false);
  user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);
  user_pref("termsofuse.bypassNotification", true);
  user_pref("browser.formfill.enable", false);
  user_pref("extensions.formautofill.addresses.enabled", false);
  user_pref("browser.urlbar.autoFill", false);
`;
/** The settings of Orca. */
const customizations = `
import orca.debug, orca.settings, orca.speech
# Without this, the log lags behind by 8 KB.
orca.debug.debugFile and orca.debug.debugFile.reconfigure(line_buffering=True)
# Without a voice the log still has what Orca would speak.
orca.speech.init = lambda: None
# Reading a page aloud would continue during key presses, and move Orca's position.
orca.settings.sayAllOnLoad = False
`;

/** Milliseconds of silence after which a sentence is over. */
const longSilence = 900;
/** Milliseconds in which something must be spoken. */
const patience = 15_000;

export type Desktop = Awaited<ReturnType<typeof startDesktop>>;

/** Starts an invisible desktop: display, bus, Orca without a voice, and Firefox. */
export const startDesktop = async () => {
  const home = mkdtempSync(join(tmpdir(), 'screen-reader-'));
  const children: ChildProcess[] = [];
  const environment: NodeJS.ProcessEnv = {
    PATH: `${home}:${process.env.PATH}`,
    HOME: home,
    TMPDIR: home,
    XDG_RUNTIME_DIR: home,
    GNOME_ACCESSIBILITY: '1',
    GSETTINGS_BACKEND: 'memory',
    // Otherwise GVfs would mount a file system in the folder.
    GVFS_DISABLE_FUSE: '1',
    LANG: 'C.UTF-8',
    // The time zone in which Orca speaks times.
    TZ: 'UTC',
  };
  const launch = (program: string, ...args: string[]) => {
    const child = spawn(program, args, {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    children.push(child);
    return createInterface(child.stdout);
  };
  const xdotool = (...args: string[]): string =>
    execFileSync('xdotool', args, { env: environment, encoding: 'utf8', timeout: 40_000 });
  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) {
      if ((child.exitCode ?? child.signalCode) !== null || !child.pid) continue;
      const ended = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  };

  try {
    // Orca does not start if the same user runs another one, even on another desktop.
    writeFileSync(join(home, 'pgrep'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const session = launch(
      'xvfb-run',
      ...['--auto-servernum', '--server-args=-screen 0 1400x1050x24', 'dbus-run-session', 'sh'],
      ...['-c', 'echo $DISPLAY $XAUTHORITY $DBUS_SESSION_BUS_ADDRESS; exec sleep infinity'],
    );
    const [found] = (await once(session, 'line')) as [string];
    const [display, authority, bus] = found.split(' ');
    Object.assign(environment, {
      DISPLAY: display,
      XAUTHORITY: authority,
      DBUS_SESSION_BUS_ADDRESS: bus,
    });

    const settings = join(home, '.local/share/orca');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'orca-customizations.py'), customizations);
    const spoken: string[] = [];
    // Orca cannot open the socket that Node gives it.
    const log = launch('sh', '-c', 'orca --debug-file /dev/stdout | cat');
    const isReady = once(log, 'spoken', { signal: AbortSignal.timeout(40_000) });
    log.on('line', (line) => {
      const words = spokenIn(line);
      spoken.push(...words);
      if (words.length > 0) log.emit('spoken');
    });
    await isReady;

    const profile = join(home, 'profile');
    mkdirSync(profile);
    writeFileSync(join(profile, 'user.js'), firefoxPreferences);
    launch(firefox() ?? '', '--no-remote', '--profile', profile, 'about:blank');
    const windows = xdotool('search', '--sync', '--onlyvisible', '--class', 'firefox');
    const window = windows.trim().split('\n').at(-1) ?? '';

    const press = async (keys: string) => void xdotool('key', keys);
    const type = async (text: string) => void xdotool('type', '--delay', '25', '--', text);
    const resize = async (width: number, height: number) => {
      xdotool('windowsize', '--sync', window, String(width), String(height));
    };
    /**
     * Returns the sentences spoken since the last call, after a silence.
     * @param isEnough ends the wait for more sentences
     * @param silence milliseconds after which a sentence is over
     */
    const hear = async (
      isEnough = (now: string[]) => now.length > 0,
      silence = longSilence,
    ): Promise<string[]> => {
      const begun = performance.now();
      let [heard, last] = [0, begun];
      for (;;) {
        await pause(50);
        if (spoken.length > heard) last = performance.now();
        heard = spoken.length;
        const isSilent = performance.now() - last > silence;
        if (isSilent && (isEnough(spoken) || performance.now() - begun > patience)) break;
      }
      return spoken.splice(0);
    };
    /** Opens an address in the same tab, as a visitor does. */
    const open = async (address: string): Promise<void> => {
      await press('ctrl+l');
      // Orca announces the address bar once that has the focus; keys before that are lost.
      await hear();
      xdotool('type', '--delay', '8', '--', address);
      await hear(() => true);
      await press('Return');
    };
    await resize(1280, 1000);
    // If the pointer rested on a part of the page, that part would hydrate.
    xdotool('mousemove', '1399', '1049');
    xdotool('windowfocus', '--sync', window);
    return { press, type, open, resize, hear, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
};
