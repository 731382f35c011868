import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  url: string;
  /** `queues` delays each mail longer than the one before; `refuses` answers in words that name the visitor. */
  mood: 'accepts' | 'queues' | 'refuses';
  received: { from: string; to: string[]; content: string }[];
  close: () => Promise<void>;
}

/** Starts a real mail server on a free port. */
export const startMailServer = async (): Promise<MailServer> => {
  let queued = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH'],
    closeTimeout: 100,
    logger: false,
    onMailFrom(_address, _session, callback) {
      setTimeout(callback, mail.mood === 'queues' ? ++queued * 700 : 0);
    },
    onData(stream, session, callback) {
      void text(stream).then((content) => {
        if (mail.mood === 'refuses') {
          const refusal = new Error('5.1.1 <ada@example.com>: Adelheid is no more');
          callback(Object.assign(refusal, { responseCode: 550 }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        mail.received.push({ from, to: rcptTo.map(({ address }) => address), content });
        callback();
      });
    },
  });
  // Dropping a client is an error, too.
  server.on('error', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mood: 'accepts',
    received: [],
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return mail;
};

/** Starts a mail server whose greeting never ends. */
export const startDrippingServer = async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 20);
    sockets.add(socket.on('error', () => {}));
    socket.once('close', () => {
      clearInterval(drip);
      sockets.delete(socket);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connected: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
};
