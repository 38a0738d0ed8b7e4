#!/usr/bin/env node
import { runCommand } from './run-command.mjs'

const MODULES = {
  dev: '@canje/cli/dev-stack/dev',
  build: '@canje/cli/project/build',
  release: '@canje/cli/release',
}
const urls = Object.entries(MODULES).map(([command, module]) => [command, import.meta.resolve(module)])

await runCommand('canje', Object.fromEntries(urls), async () => undefined)
