import { runCommand } from '@canje/cli/run-command'

const MODULES = {
  test: './src/commands/test.ts',
  'test:node': './src/commands/test-node.ts',
  kit: './src/kit/index.ts',
  'new-remote': './src/commands/new-remote.ts',
  'web-server': '../deploy/src/index.ts',
  bench: '../../benchmarks/src/index.ts',
}
const urls = Object.entries(MODULES).map(([command, path]) => [command, import.meta.resolve(path)])

await runCommand('npm run', Object.fromEntries(urls))
