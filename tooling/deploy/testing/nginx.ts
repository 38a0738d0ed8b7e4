import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Configuration, completed } from '../src/configuration'
import type { WebServer } from './web-server'

const TEMPORARY_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Serves the shell, and a release store in a folder. */
export const nginx = nginxWith('nginx.conf')
/** Serves a release store in a bucket. */
export const nginxOfBucket = { ...nginxWith('bucket.nginx.conf'), servesShell: false }

/** @param edit changes the text of the configuration */
export function nginxWith(
  configuration: Configuration,
  edit: (text: string) => Promise<string> = async (text) => text,
): WebServer {
  return {
    name: 'nginx',
    debianPackage: 'nginx-light',
    version: ['nginx', '-v'],
    listenAddress: (port) => `localhost:${port}`,
    async prepare(folder, variables) {
      await writeFile(join(folder, 'canje.conf'), await edit(await completed(configuration, variables)))
      await writeFile(join(folder, 'nginx.conf'), mainConfiguration(folder))
      return { args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], options: {} }
    },
  }
}

/** The main configuration of nginx, with all its files in one folder. */
function mainConfiguration(folder: string): string {
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${folder}/nginx.pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      ${TEMPORARY_PATHS.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      types { text/html html; application/json json; }
      include ${folder}/canje.conf;
    }`
}
