#!/usr/bin/env node
import { runCommand } from './run-command.mjs'

const MODULES = {
  start: '@canje/cli/dev-stack/start',
  dev: '@canje/cli/dev-stack/dev',
  build: '@canje/cli/project/build',
  'test-browser': '@canje/cli/test-browser',
  release: '@canje/cli/release',
  'check-services': '@canje/cli/check-services',
  staff: '@canje/cli/dev-stack/staff',
}
const urls = Object.entries(MODULES).map(([command, module]) => [command, import.meta.resolve(module)])

await runCommand('canje', Object.fromEntries(urls))
