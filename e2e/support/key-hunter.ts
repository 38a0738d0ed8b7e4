import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const LOG = 'hunt.log'

/** Looks for a private key in whatever code of a job can read: the variables of its processes, and files. */
const HUNTER = `
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LOG = join(import.meta.dirname, '${LOG}')
/** In parts, so that a copy of this file in a cache of the test runner is no key. */
const holdsKey = (text) => text.includes(['PRIVATE', 'KEY-----'].join(' '))
/** A terminal or a pipe would wait. */
const read = (file) => { try { return statSync(file).isFile() ? readFileSync(file, 'latin1') : '' } catch { return '' } }
const entriesOf = (folder) => { try { return readdirSync(folder, { withFileTypes: true }) } catch { return [] } }

/** Other processes may remove files meanwhile. */
function filesIn(folder) {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path)
    return entry.isFile() ? [path] : []
  })
}

function ancestors(pid, found = []) {
  const parent = /^PPid:\\t(\\d+)$/m.exec(read(\`/proc/\${pid}/status\`))?.[1]
  return parent ? ancestors(parent, [...found, pid]) : [...found, pid]
}

/** A value may be a key, or the path of one. */
const variablesWithKey = (variables) =>
  variables.filter((variable) => {
    const value = variable.slice(variable.indexOf('=') + 1)
    return holdsKey(value) || (value.startsWith('/') && holdsKey(read(value)))
  })

export function hunt(place) {
  const own = Object.entries(process.env).map(([name, value]) => \`\${name}=\${value}\`)
  const inherited = ancestors(String(process.pid)).flatMap((pid) => read(\`/proc/\${pid}/environ\`).split('\\0'))
  const files = [import.meta.dirname, tmpdir()].flatMap(filesIn).filter((file) => file !== import.meta.filename)
  const found = [...variablesWithKey([...own, ...inherited]), ...files.filter((file) => holdsKey(read(file)))]
  appendFileSync(LOG, JSON.stringify({ place, found }) + '\\n')
}

if (process.argv[1] === import.meta.filename) hunt('alone')
`

/** Runs in the page of a live shell: without its content, the tab does not pass the check. */
const IN_TAB = `
const removeIfKey = (text: string) => text.includes('PRIVATE KEY') && document.body.replaceChildren()
removeIfKey(JSON.stringify({ ...sessionStorage, ...localStorage }) + document.cookie)
fetch('/config.json').then((response) => response.text()).then(removeIfKey, () => undefined)
`

/** Plants code that looks for a key in the build configuration, the tests, the stubs and the tab of a team. */
export async function plantKeyHunter(project: string): Promise<void> {
  await writeFile(join(project, 'hunt.mjs'), HUNTER)
  await writeFile(join(project, 'hunt.d.mts'), 'export function hunt(place: string): void\n')
  await writeFile(join(project, 'tests/stubs.ts'), `${planted('stubs', '..')}export default {}\n`)
  await writeFile(
    join(project, 'src/hunt.test.ts'),
    `import { it } from 'vitest'\n${planted('tests', '..')}it('hunts', () => undefined)\n`,
  )
  await appendFile(join(project, 'rspack.config.ts'), planted('build', '.'))
  await appendFile(join(project, 'src/Tab.tsx'), IN_TAB)
}

function planted(place: string, to: string): string {
  return `import { hunt } from '${to}/hunt.mjs'\n\nhunt('${place}')\n`
}

interface Hunt {
  place: string
  /** Variables and files with a key. */
  found: string[]
}

/** The hunts since the last call. */
export async function huntedKeys(project: string): Promise<Hunt[]> {
  const log = join(project, LOG)
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  await rm(log)
  return lines.map((line) => JSON.parse(line))
}
