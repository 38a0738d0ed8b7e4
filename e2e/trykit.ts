import { startNpmRegistry } from './support/npm-registry'
import { readFileSync, writeFileSync } from 'node:fs'
const r = await startNpmRegistry()
const { runChild } = await import('@canje/project')
const kit = async () => { const x = await runChild('npm', ['run', '-s', 'kit', '--', '--publish'], { cwd: '/work/wt/s4', env: { ...process.env, ...r.environment } }); console.log('>>', x.code, '\n' + x.output) }
await kit()
const f = '/work/wt/s4/registry/package.json', t = readFileSync(f, 'utf8')
const g = '/work/wt/s4/LICENSE', l = readFileSync(g, 'utf8')
writeFileSync(f, t.replace('"version": "1.0.0"', '"version": "1.0.1"'))
await kit()
writeFileSync(f, t)
writeFileSync(g, l + '\n')
await kit()
writeFileSync(g, l)
await r.close()
