import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from '../../tools/find-program.ts';
import { freePort } from '../../tools/free-port.ts';
import { spokenIn } from './spoken.ts';

/** Programs, by the Debian packages that bring them. */
const packages: Record<string, string> = {
  orca: 'orca',
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  'dbus-daemon': 'dbus-daemon',
  'dbus-send': 'dbus-bin',
  'speech-dispatcher': 'speech-dispatcher',
};

export type BrowserName = 'Firefox' | 'Chromium';

const browserPrograms: Record<BrowserName, string[]> = {
  Firefox: ['firefox-esr', 'firefox'],
  Chromium: ['chromium', 'chromium-browser', 'google-chrome'],
};

/** What stands against a walk, and what to do about it, or null. */
export const missingFor = (browser: BrowserName): string | null => {
  const programs = Object.keys(packages).filter((program) => !findProgram(program));
  if (programs.length > 0) {
    const names = programs.map((program) => packages[program]).join(' ');
    return `A screen reader needs ${programs.join(', ')}: apt-get install ${names} at-spi2-core`;
  }
  return findProgram(...browserPrograms[browser])
    ? null
    : `There is no ${browser}: apt-get install ${browserPrograms[browser][0]}`;
};

const firefoxPreferences = {
  'accessibility.force_disabled': -1,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'termsofuse.bypassNotification': true,
  'browser.preonboarding.enabled': false,
  'browser.download.alwaysOpenPanel': false,
  'browser.tabs.firefox-view': false,
  'browser.formfill.enable': false,
  // Else an address is made longer while it is typed.
  'browser.urlbar.autoFill': false,
  'signon.rememberSignons': false,
  'extensions.formautofill.addresses.enabled': false,
  'dom.security.https_first': false,
  'network.captive-portal-service.enabled': false,
};

/** Milliseconds of silence after which a sentence is over. */
const longSilence = 900;
/** Milliseconds in which something must be said. */
const patience = 15_000;

export interface Desktop {
  /** Of the browser, such as `Firefox 140.0`. */
  browser: string;
  /** Presses keys as xdotool names them, such as `shift+Tab`. */
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Opens an address in the same tab, as a visitor does. */
  open(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /**
   * What was spoken since the last time, once it is silent.
   * @param isEnough ends the wait for more to be said
   * @param silence milliseconds after which a sentence is over
   */
  hear(isEnough?: (spoken: string[]) => boolean, silence?: number): Promise<string[]>;
  /** Of Chromium's remote debugging. */
  debuggingPort: number | null;
  stop(): Promise<void>;
}

/** Tries every tenth of a second. @throws Error when it was in vain for long */
const until = async <Value>(what: string, attempt: () => Value | null | false): Promise<Value> => {
  for (const end = performance.now() + 40_000; performance.now() < end; await pause(100)) {
    try {
      const value = attempt();
      if (value !== null && value !== false) return value;
    } catch {
      // Not yet.
    }
  }
  throw new Error(`${what} did not come up in 40 seconds`);
};

/** A desktop that nobody sees: display, bus, accessibility, speech without sound, Orca, and a browser. */
export const startDesktop = async (browser: BrowserName, url: string): Promise<Desktop> => {
  const home = mkdtempSync(join(tmpdir(), 'screen-reader-'));
  const runtime = join(home, 'run');
  const configuration = join(home, '.config');
  const children: ChildProcess[] = [];
  const programs = join(home, 'bin');
  const environment: NodeJS.ProcessEnv = {
    PATH: `${programs}:${process.env.PATH}`,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: configuration,
    XDG_DATA_HOME: join(home, '.local/share'),
    GNOME_ACCESSIBILITY: '1',
    NO_AT_BRIDGE: '0',
    GSETTINGS_BACKEND: 'memory',
    LANG: 'C.UTF-8',
    // The zone that is spoken.
    TZ: 'UTC',
  };
  const launch = (program: string, args: string[], stdio: 'ignore' | 'pipe' = 'ignore') => {
    const child = spawn(program, args, {
      env: environment,
      stdio: ['ignore', stdio, 'ignore'],
      detached: true,
    });
    children.push(child);
    return child;
  };
  const linesOf = (child: ChildProcess): Interface => {
    if (!child.stdout) throw new Error('no output');
    return createInterface(child.stdout);
  };
  const firstLine = async (child: ChildProcess): Promise<string> => {
    const [line] = (await once(linesOf(child), 'line')) as [string];
    return line;
  };
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { env: environment, encoding: 'utf8', stdio: 'pipe' });
  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.pid === undefined) continue;
      const ended = once(child, 'exit');
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        continue;
      }
      await ended;
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  };

  try {
    mkdirSync(runtime, { mode: 0o700 });
    mkdirSync(join(configuration, 'speech-dispatcher'), { recursive: true });
    mkdirSync(join(home, '.local/share/orca'), { recursive: true });
    // Orca does not start beside another of the same user, though that may be on another desktop.
    mkdirSync(programs);
    writeFileSync(join(programs, 'pgrep'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });

    const display = launch('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1050x24'], 'pipe');
    environment.DISPLAY = `:${await firstLine(display)}`;
    // With the one service that is needed: others would mount file systems in the folder.
    mkdirSync(join(home, 'services'));
    const service = 'org.a11y.Bus.service';
    copyFileSync(`/usr/share/dbus-1/services/${service}`, join(home, 'services', service));
    const busSettings = join(home, 'bus.conf');
    writeFileSync(
      busSettings,
      `<busconfig><type>session</type><listen>unix:tmpdir=${home}</listen><servicedir>${home}/services</servicedir>
      <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>`,
    );
    const bus = launch(
      'dbus-daemon',
      [`--config-file=${busSettings}`, '--nofork', '--print-address=1'],
      'pipe',
    );
    environment.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus);

    // Else openbox makes every window as large as the screen.
    const rules = '<application class="*"><maximized>no</maximized></application>';
    const openbox = join(home, 'openbox.xml');
    const settings = readFileSync('/etc/xdg/openbox/rc.xml', 'utf8');
    writeFileSync(openbox, settings.replace('<applications>', `<applications>${rules}`));
    launch('openbox', ['--config-file', openbox]);

    // The bus starts AT-SPI when it is asked for.
    for (const property of ['IsEnabled', 'ScreenReaderEnabled']) {
      await until('AT-SPI', () =>
        run(
          'dbus-send',
          '--session',
          '--print-reply',
          '--dest=org.a11y.Bus',
          '/org/a11y/bus',
          'org.freedesktop.DBus.Properties.Set',
          'string:org.a11y.Status',
          `string:${property}`,
          'variant:boolean:true',
        ),
      );
    }

    // No module is loaded without a sound device, so there is one that swallows all.
    writeFileSync(
      join(home, '.asoundrc'),
      'pcm.!default { type null }\nctl.!default { type null }\n',
    );
    writeFileSync(
      join(configuration, 'speech-dispatcher/speechd.conf'),
      'AudioOutputMethod "alsa"\nAddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n',
    );
    launch('speech-dispatcher', [
      '--run-single',
      '--communication-method=unix_socket',
      '--timeout=0',
      `--log-dir=${home}`,
    ]);
    await until('The speech dispatcher', () =>
      existsSync(join(runtime, 'speech-dispatcher/speechd.sock')),
    );

    const log = join(home, 'orca.debug');
    writeFileSync(
      join(home, '.local/share/orca/orca-customizations.py'),
      [
        'import orca.debug, orca.settings',
        // Else the debug file lags behind by 8 KB.
        'orca.debug.debugFile and orca.debug.debugFile.reconfigure(line_buffering=True)',
        // Reading a page aloud goes on behind the keys, and takes the place from them.
        'orca.settings.sayAllOnLoad = False',
      ].join('\n'),
    );
    writeFileSync(log, '');
    const spoken: string[] = [];
    linesOf(launch('tail', ['--follow', log], 'pipe')).on('line', (line) => {
      spoken.push(...spokenIn(line));
    });
    launch('orca', ['--debug-file', log]);
    await until('Orca', () => spoken.length > 0);

    const program = findProgram(...browserPrograms[browser]) ?? '';
    const profile = join(home, 'profile');
    let debuggingPort: number | null = null;
    if (browser === 'Firefox') {
      const preferences = Object.entries(firefoxPreferences).map(
        ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
      );
      mkdirSync(profile);
      writeFileSync(join(profile, 'user.js'), preferences.join('\n'));
      launch(program, ['--no-remote', '--profile', profile, url]);
    } else {
      debuggingPort = await freePort();
      launch(program, [
        '--no-sandbox',
        '--force-renderer-accessibility',
        '--disable-gpu',
        '--no-first-run',
        '--no-default-browser-check',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--password-store=basic',
        `--remote-debugging-port=${debuggingPort}`,
        `--user-data-dir=${profile}`,
        url,
      ]);
    }
    const window = await until(
      browser,
      () =>
        run('xdotool', 'search', '--onlyvisible', '--class', browser).trim().split('\n').at(-1) ??
        null,
    );

    /** A person lets go of Left before Alt; otherwise Orca takes it for Left alone. */
    const press = (keys: string): void => {
      const modifiers = keys.split('+');
      const key = modifiers.pop() ?? '';
      const each = (command: string): string[] => modifiers.flatMap((name) => [command, name]);
      run('xdotool', ...each('keydown'), 'key', key, ...each('keyup'));
    };

    const desktop: Desktop = {
      browser: run(program, '--version')
        .trim()
        .replace(/^Mozilla | built on.*/g, ''),
      debuggingPort,
      press: async (...keys) => keys.forEach(press),
      type: async (text) => void run('xdotool', 'type', '--delay', '25', '--', text),
      open: async (address) => {
        press('ctrl+l');
        // It says that it has the focus; what is typed before that is lost.
        await desktop.hear();
        run('xdotool', 'type', '--delay', '8', '--', address);
        await desktop.hear(() => true);
        press('Return');
      },
      resize: async (width, height) => {
        run('xdotool', 'windowmove', window, '0', '0');
        run('xdotool', 'windowsize', '--sync', window, String(width), String(height));
      },
      hear: async (isEnough = (now) => now.length > 0, silence = longSilence) => {
        const begun = performance.now();
        let heard = 0;
        let last = begun;
        for (;;) {
          await pause(50);
          if (spoken.length > heard) last = performance.now();
          heard = spoken.length;
          const isSilent = performance.now() - last > silence;
          if (isSilent && (isEnough(spoken) || performance.now() - begun > patience)) break;
        }
        return spoken.splice(0);
      },
      stop,
    };
    await desktop.resize(1280, 1000);
    // Where it rests, a part of the page would come to life.
    run('xdotool', 'mousemove', '1399', '1049');
    run('xdotool', 'windowfocus', '--sync', window);
    return desktop;
  } catch (cause) {
    await stop();
    throw cause;
  }
};
