import { createHash } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from 'repo'

/** A change of what a shell gives to tabs. */
export interface Break {
  kind: 'shared-auth' | 'shared-ui' | 'props' | 'react' | 'primereact'
  /** Such as `shared-auth: apiClient is removed`. */
  name: string
  /** The share key and the name of an export that tabs no longer get. */
  lost?: [string, string]
  /** Changes the text of a file of the shell's build. */
  apply(text: string): string
}

const requireOfShell = createRequire(join(ROOT, 'shell/package.json'))
const VERSIONS: Record<string, string[]> = { react: ['18.3.1', '20.0.0'], primereact: ['10.8.5', '11.0.0'] }
/** What the shell provides to remotes, in its build. */
const PROVIDED = /(\[(\w),\{version:\w,shareConfig:\w,lib:\(\)=>)(\w)(?=\}\])/
const PROVIDED_UI = /(shareConfig:\{singleton:!1,requiredVersion:\w\},lib:\(\)=>)(\w)(?=\}\])/
/** The props of a tab, in the shell's build. */
const PROPS = /(?<=\{Tab:\w+\.module\.default,)[^{}]+(?=\}\))/

/** All breaks of a kind that a shell's build can have. */
export async function breaksOf(dist: string): Promise<Break[]> {
  const code = (await Promise.all((await scriptsIn(dist)).map((file) => readFile(file, 'utf8')))).join('\n')
  const exported = (one: string) => [
    ...(new RegExp(`\\{([^{}]*\\b${one}:\\(\\)=>[^{}]*)\\}`).exec(code)?.[1] ?? '').matchAll(/(\w+):\(\)=>/g),
  ]
  const names = (one: string) => exported(one).map(([, name = '']) => name)
  const modules = ['react', 'primereact/api', 'primereact/hooks', 'primereact/utils', 'primereact/componentbase']
  return [
    ...names('apiClient').flatMap((name) => exportBreaks('shared-auth', 'shared-auth', name)),
    ...names('ActionButton').flatMap((name) => exportBreaks('shared-ui', 'shared-ui', name)),
    ...modules.flatMap((module) => {
      const kind = module === 'react' ? 'react' : 'primereact'
      const found = Object.keys(requireOfShell(module)).filter((name) => /^[a-zA-Z]/.test(name))
      return found.flatMap((name) => exportBreaks(kind, module, name))
    }),
    ...(PROPS.exec(code)?.[0].split(',') ?? []).flatMap(propBreaks),
    ...Object.keys(VERSIONS).flatMap(versionBreaks),
  ]
}

function exportBreaks(kind: Break['kind'], module: string, name: string): Break[] {
  const [pattern, key] = kind === 'shared-ui' ? [PROVIDED_UI, "'shared-ui'"] : [PROVIDED, '$2']
  const value = kind === 'shared-ui' ? '$2' : '$3'
  const change = (renamed: string) => (text: string) =>
    text.replace(
      pattern,
      `$1(${key}===${JSON.stringify(module)}?(({${name}:removed,...others})=>({...others${renamed}}))(${value}):${value})`,
    )
  return [
    { kind, lost: [module, name], name: `${module}: ${name} is removed`, apply: change('') },
    { kind, lost: [module, name], name: `${module}: ${name} is renamed`, apply: change(`,${name}2:removed`) },
  ]
}

function propBreaks(prop: string): Break[] {
  const [name = ''] = prop.split(':')
  const change = (replacement: string) => (text: string) =>
    text.replace(PROPS, (props) =>
      props
        .split(',')
        .map((one) => (one === prop ? replacement : one))
        .filter(Boolean)
        .join(','),
    )
  return [
    { kind: 'props', name: `prop ${name} is removed`, apply: change('') },
    { kind: 'props', name: `prop ${name} is renamed`, apply: change(prop.replace(':', '2:')) },
    { kind: 'props', name: `prop ${name} is a number`, apply: change(`${name}:1`) },
    { kind: 'props', name: `prop ${name} is an empty object`, apply: change(`${name}:{}`) },
  ]
}

function versionBreaks(name: string): Break[] {
  const { version } = requireOfShell(`${name}/package.json`)
  const kind = name === 'react' ? 'react' : 'primereact'
  return (VERSIONS[name] ?? []).map((other) => ({
    kind,
    name: `${name} ${other}`,
    apply: (text) =>
      text
        .replaceAll(`version:"${version}",requiredVersion`, `version:"${other}",requiredVersion`)
        .replaceAll(`": "${version}"`, `": "${other}"`),
  }))
}

/**
 * Writes a shell's build with a break.
 *
 * @param folder receives the build
 * @throws Error when the break changes no file
 */
export async function breakShell(dist: string, folder: string, { name, apply }: Break): Promise<void> {
  await cp(dist, folder, { recursive: true, filter: (file) => !/\.(map|br|gz)$/.test(file) })
  let pending = 0
  for (const file of [...(await scriptsIn(folder)), join(folder, 'release.json')]) pending += await rewrite(file, apply)
  if (pending === 0) throw new Error(`"${name}" changes no file of ${dist}.`)

  async function rewrite(file: string, change: (text: string) => string): Promise<number> {
    const text = await readFile(file, 'utf8')
    const changed = change(text)
    if (changed === text) return 0
    await writeFile(file, changed)
    const [before, after] = [hashOf(text), hashOf(changed)]
    const users = [...(await scriptsIn(folder)), join(folder, 'index.html'), join(folder, 'main.html')]
    for (const user of users) await rewrite(user, (other) => other.replaceAll(before, after))
    return 1
  }
}

async function scriptsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.js')).map((file) => join(folder, file))
}

function hashOf(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`
}
