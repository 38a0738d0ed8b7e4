import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { excerpt, findingsOf, listedSettings, Origin, readSettings, Slot } from '@canje/registry'
import * as v from 'valibot'
import { asCommandError, CommandError } from './command-error'

const isNoList = v.custom<object>((files) => !Array.isArray(files), 'must have source files by slot')

const Manifest = v.object({
  name: v.string(),
  version: v.string(),
  canje: v.optional(
    v.object({
      /** Makes a package a remote. */
      tab: v.optional(v.unknown()),
      extensions: v.optional(v.pipe(isNoList, v.record(Slot, v.string()))),
      /** Overrides the default budget of a tab. */
      budget: v.optional(v.unknown()),
      /** Further origins that the tab sends requests to. */
      connect: v.optional(v.unknown()),
      settings: v.optional(v.pipe(v.string(), v.regex(/^\.\/.+\.json$/, 'must be such as "./settings.schema.json"'))),
      /** For the dev server and previews. */
      port: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))),
    }),
    {},
  ),
})

const WithTab = v.object({ canje: v.object({ tab: v.nonOptional(v.unknown()) }) })

/** A package of a repository. */
export type Package = ReturnType<typeof readPackage>

/** @throws CommandError when the folder has no package.json, or an invalid one */
export function readPackage(directory: string) {
  const manifest = readManifest(directory)
  if (manifest === undefined) throw new CommandError(`${directory} has no package.json.`)
  const { success, output, issues } = v.safeParse(Manifest, manifest)
  if (!success) throw new CommandError(`${join(directory, 'package.json')}: ${findingsOf('', issues).join('; ')}.`)
  const { name, version, canje } = output
  const { extensions, settings, ...block } = canje
  return {
    name,
    version,
    directory,
    ...block,
    ...(extensions && { slots: Object.keys(extensions) }),
    // Those of development: `settings.json` beside their schema, or empty.
    ...(settings !== undefined && { settings: readJson(join(directory, dirname(settings), 'settings.json')) ?? {} }),
  }
}

/** The content of package.json; undefined in a folder without one. */
function readManifest(directory: string): unknown {
  return readJson(join(directory, 'package.json'))
}

function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // The message of JSON.parse quotes the file, with its line ends.
    throw new CommandError(`${file} cannot be read: ${excerpt(asCommandError(error).message)}`)
  }
}

/**
 * What a remote's package.json proposes to operators for `/config.json` (D43, operator's menu).
 *
 * @param keys the public keys that sign the remote
 * @returns with a grant for each origin in the settings of development (D44, settings)
 */
export function proposedListing(
  { name, tab, slots = [], connect = [], settings }: Pick<Package, 'name' | 'tab' | 'slots' | 'connect' | 'settings'>,
  keys: readonly string[],
) {
  const listed = settings !== undefined && { settings: listedSettings(name, settings) }
  return { keys, tab, slots, connect: withOrigins(connect, settings), ...listed }
}

/** @throws CommandError naming a remote whose settings of development no shell gives it */
export async function requireSettings(remotes: Iterable<Pick<Package, 'name' | 'settings'>>): Promise<void> {
  for (const { name, settings = {} } of remotes)
    await readSettings({ name, settings: listedSettings(name, settings) }, async () => JSON.stringify(settings)).catch(
      (error: unknown) => {
        throw new CommandError(`${name} has an unusable settings.json. ${excerpt(asCommandError(error).message)}`)
      },
    )
}

/** Adds the origins of the URLs in settings to a list of origins, which is not validated yet. */
export function withOrigins(connect: unknown, settings: unknown): unknown {
  if (!Array.isArray(connect)) return connect
  const texts = JSON.stringify(settings ?? {}).match(/(?<=")https?:\/\/[^"\\]+(?=")/g) ?? []
  const origins = texts.filter((text) => URL.canParse(text)).map((text) => new URL(text).origin)
  return [...new Set([...connect, ...origins.filter((origin) => v.is(Origin, origin))])]
}

/** @returns the packages in a folder, sorted by folder name */
export function packagesIn(folder: string): Package[] {
  return foldersIn(folder)
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .map(readPackage)
}

/**
 * All remotes of a repository: its root folder, and folders in it up to the second level. They are found, not listed.
 *
 * @throws CommandError when a package.json among them cannot be read, or a remote has an invalid one
 */
export function findRemotes(root: string): Package[] {
  const folders = [root, ...foldersIn(root), ...foldersIn(root).flatMap(foldersIn)]
  return folders.filter(hasTab).map(readPackage).filter(isRemote)
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|dist$)/.test(entry.name))
    .map(({ name }) => join(folder, name))
    .sort()
}

/**
 * Whether a folder has a package with a `canje.tab` block. Other packages of a repository may have no name or version.
 *
 * @throws CommandError when its package.json cannot be read
 */
export function hasTab(folder: string): boolean {
  return v.is(WithTab, readManifest(folder))
}

/**
 * As {@link findRemotes}.
 *
 * @throws CommandError when the repository has no remote
 */
export function requireRemotes(root: string): Package[] {
  const remotes = findRemotes(root)
  if (remotes.length > 0) return remotes
  throw new CommandError(`${root} has no remote: a package named mf-* with a canje.tab block in package.json.`)
}

/**
 * The packages that Rspack builds: all remotes, and the shell in its own repository.
 *
 * @throws CommandError when the repository has no remote
 */
export function requireProjects(root: string): Package[] {
  const shell = join(root, 'shell')
  return [...(existsSync(join(shell, 'rspack.config.ts')) ? [readPackage(shell)] : []), ...requireRemotes(root)]
}

/** True for a package named `mf-*` with a `canje.tab` block. */
export function isRemote({ name, tab }: Package): boolean {
  return name.startsWith('mf-') && tab !== undefined
}

const Workspaces = v.object({ workspaces: v.array(v.string()) })

/**
 * The root of the npm workspaces that contain a folder; without workspaces, the folder itself.
 *
 * @throws CommandError when the package.json of the folder, or of one above it, cannot be read
 */
export function repositoryOf(folder: string): string {
  for (let root = folder; ; root = dirname(root)) {
    if (workspacesOf(root).some((pattern) => contains(root, pattern, folder))) return root
    if (root === dirname(root)) return folder
  }
}

function workspacesOf(folder: string): string[] {
  const manifest = v.safeParse(Workspaces, readManifest(folder))
  return manifest.success ? manifest.output.workspaces : []
}

/** @param pattern such as `mf-*` or `tabs/*` */
function contains(root: string, pattern: string, folder: string): boolean {
  const path = relative(root, folder).split(sep)
  const segments = pattern.replace(/^\.\//, '').split('/')
  return root === folder || segments.every((segment, index) => matchesGlob(path[index] ?? '', segment))
}

function matchesGlob(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return name !== '' && new RegExp(`^${parts.join('.*')}$`).test(name)
}
