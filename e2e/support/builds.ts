import { createHash } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReleaseManifest } from '@canje/registry'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** @returns the folder of a remote's build by `npm start` */
export function buildOf(remote: string): string {
  return join(ROOT, remote, 'dist')
}

/**
 * Derives a build with another version and build id. The id is part of the code, so that the hashes of the scripts change
 * as in a real build.
 *
 * @param folder receives the build
 * @param dist the build from which it is derived
 * @param edit changes the text of a script, a style sheet or the manifest further
 */
export async function deriveBuild(
  folder: string,
  dist: string,
  version: string,
  edit = (text: string) => text,
): Promise<void> {
  await cp(dist, folder, { recursive: true, filter: (file) => !/\.(map|br|gz)$/.test(file) })
  const manifest: ReleaseManifest = await readManifest(folder)
  const build = createHash('sha256')
    .update(manifest.build + version)
    .digest('hex')
    .slice(0, manifest.build.length)
  const hashes = new Map<string, string>()
  for (const file of await codeIn(folder)) {
    const old = await readFile(file, 'utf8')
    const text = edit(old.replaceAll(manifest.build, build))
    hashes.set(hashOf(old), hashOf(text))
    await writeFile(file, text)
  }
  for (const file of await codeIn(folder)) {
    const text = await readFile(file, 'utf8')
    await writeFile(
      file,
      text.replaceAll(/sha384-[\w+/]{64}/g, (hash) => hashes.get(hash) ?? hash),
    )
  }
  await writeManifest(folder, JSON.parse(edit(JSON.stringify({ ...manifest, version, build }))))
}

/**
 * Creates a build with a handwritten entry.
 *
 * @param folder receives the build
 * @param exposed source text of the exposed `module`, such as `{ default: () => 'Filas' }`; `React` in it is the shell's
 */
export async function stubBuild(folder: string, remote: string, version: string, exposed: string): Promise<void> {
  const build = hashOf(version + exposed).replaceAll(/\W/g, '')
  const { sharedUi: _, ...manifest } = await readManifest(buildOf(remote))
  await writeFile(
    join(folder, 'remoteEntry.js'),
    `window['${remote}@${build}'] = {
      init(scope) { this.shared = scope },
      async get(module) {
        const React = (await Object.values(this.shared.react)[0].get())()
        return () => (${exposed})
      },
    }`,
  )
  await writeManifest(folder, {
    ...manifest,
    version,
    build,
    entry: 'remoteEntry.js',
    preload: [],
    parts: [],
  })
}

async function codeIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /\.(js|css)$/.test(file)).map((file) => join(folder, file))
}

async function readManifest(folder: string): Promise<ReleaseManifest> {
  return JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'))
}

function writeManifest(folder: string, manifest: ReleaseManifest): Promise<void> {
  return writeFile(join(folder, 'release.json'), JSON.stringify(manifest))
}

/** The integrity of a script with this text. */
export function hashOf(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`
}
