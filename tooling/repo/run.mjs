// Plain JavaScript without dependencies: it runs right after `git clone`, before anything is installed.
// biome-ignore lint/style/noRestrictedImports: no package can be imported before the installation
import { runCommand } from '../cli/src/run-command.mjs'
import { installDependencies } from './install.mjs'

const MODULES = {
  start: '../cli/src/dev-stack/commands/start.ts',
  dev: '../cli/src/dev-stack/commands/dev.ts',
  build: 'src/commands/build.ts',
  test: 'src/commands/test.ts',
  kit: 'src/kit/index.ts',
  'new-remote': 'src/commands/new-remote.ts',
  release: '../cli/src/release/index.ts',
  database: '../cli/src/dev-stack/commands/database.ts',
  staff: '../cli/src/dev-stack/commands/staff.ts',
  'web-server': '../deploy/src/index.ts',
  bench: '../../benchmarks/src/index.ts',
}
const urls = Object.entries(MODULES).map(([command, path]) => [command, new URL(path, import.meta.url).href])

await runCommand('node tooling/repo/run.mjs', Object.fromEntries(urls), (stop, module, [subcommand]) => {
  // These commands must work with outdated packages while the npm registry is unreachable.
  const needsStoreOnly = module.includes('/cli/src/release/') && ['rollback', 'retire', 'status'].includes(subcommand)
  return installDependencies(stop, needsStoreOnly ? module : undefined)
})
