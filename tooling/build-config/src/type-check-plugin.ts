import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Compiler, rspack } from '@rspack/core'
import { findPackage } from './installed-packages'

/** Windows has no process groups. */
const detached = process.platform !== 'win32'

/**
 * Checks the types of a project that is developed, after each build: the build itself only strips them. Wrong types are
 * warnings, in the terminal and in the overlay of the browser, so that hot reload goes on. It runs the compiler as a
 * program, because TypeScript 7 has no API.
 */
export class TypeCheckPlugin {
  /** What the compiler has printed: nothing for right types. */
  private problems = ''
  private running: ChildProcess | undefined

  constructor(private readonly directory: string) {}

  apply(compiler: Compiler): void {
    const { hooks } = compiler
    hooks.thisCompilation.tap('TypeCheckPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'TypeCheckPlugin', stage }, () => {
        // No module imports a file with types only.
        compilation.contextDependencies.add(join(this.directory, 'src'))
        if (this.problems) compilation.warnings.push(new Error(this.problems))
      })
    })
    hooks.done.tap('TypeCheckPlugin', () => {
      if (compiler.watching) this.check(() => compiler.watching?.invalidate())
    })
    hooks.shutdown.tap('TypeCheckPlugin', () => this.stop())
    process.on('exit', () => this.stop())
  }

  /** @param onChange runs once the problems are others than before */
  private check(onChange: () => void): void {
    this.stop()
    const typescript = findPackage('typescript', this.directory)
    if (!typescript || !existsSync(join(this.directory, 'tsconfig.json'))) return
    const args = [join(typescript.directory, 'bin/tsc'), '--noEmit', '--pretty', 'false']
    const child = spawn(process.execPath, args, { cwd: this.directory, detached, stdio: ['ignore', 'pipe', 'inherit'] })
    this.running = child
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.on('close', () => {
      if (this.running !== child) return
      this.running = undefined
      const before = this.problems
      this.problems = output.trimEnd()
      if (this.problems !== before) onChange()
    })
  }

  /** The launcher of the compiler forwards no signal, and the compiler obeys only this one. */
  private stop(): void {
    const pid = this.running?.pid
    this.running = undefined
    if (!pid) return
    try {
      process.kill(detached ? -pid : pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
}
