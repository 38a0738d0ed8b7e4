import { defineConfig } from 'vite'
import { container, releaseManifest, shared } from './release.mjs'

const keyOf = (request) => shared[request].shareKey ?? request

/** Replaces the shared modules by those that the shell has given to the container. */
const fromShell = {
  name: 'from-shell',
  enforce: 'pre',
  resolveId: (request) => (request in shared ? `\0${request}` : undefined),
  load: (id) => {
    const request = id.slice(1)
    if (!id.startsWith('\0') || !(request in shared)) return undefined
    return `module.exports = window['${container}'].modules['${keyOf(request)}']`
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'release.json', source: releaseManifest([]) })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [fromShell],
  define: { CONTAINER: JSON.stringify(container), KEYS: JSON.stringify(Object.keys(shared).map(keyOf)) },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2022',
    rolldownOptions: {
      input: `${import.meta.dirname}/src/container.js`,
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'remoteEntry.js' },
    },
  },
})
