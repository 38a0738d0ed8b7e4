import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hostConfig } from '@canje/build/rspack'
import { ROOT } from '../workspace'

const shell = hostConfig(pathToFileURL(join(ROOT, 'shell/rspack.config.ts')).href)

/** The shell as remotes of other repositories are developed in it: with React's warnings and hot reload of remotes. */
export default {
  ...shell,
  devtool: false,
  output: { ...shell.output, path: process.env.KIT_SHELL_FOLDER ?? '' },
}
