import { basename, dirname, isAbsolute, relative } from 'node:path'
import type { Compiler } from '@rspack/core'

/** Marks that begin a fragment or end a loader in a request. */
const MARK = /[#!]/
/** Rspack puts it before such a mark in the path of a file. */
const ESCAPE = '\u200b'

/**
 * Makes a build independent of marks in the path of the checkout. Module Federation requests files by their absolute paths,
 * which Rspack cannot parse with a mark. It sorts modules by their identifiers, relative to the project, and takes a path
 * with a mark for no path in it.
 */
export class MarksInPathsPlugin {
  apply({ context, hooks }: Compiler): void {
    if (!MARK.test(context)) return
    const folders = foldersUpToMark(context)
    hooks.compilation.tap('MarksInPathsPlugin', (_compilation, { normalModuleFactory }) => {
      const { beforeResolve, afterResolve } = normalModuleFactory.hooks
      beforeResolve.tap('MarksInPathsPlugin', (data) => {
        const path = data.request.replaceAll(ESCAPE, '')
        const from = data.context && isAbsolute(data.context) ? data.context : context
        if (isAbsolute(path)) data.request = requestOf(from, path)
      })
      afterResolve.tap('MarksInPathsPlugin', ({ createData }) => {
        if (!createData) return
        for (const name of ['request', 'userRequest'] as const)
          createData[name] = createData[name] && folders.reduce(withRelative, createData[name].replaceAll(ESCAPE, ''))
      })
    })

    function withRelative(identifier: string, folder: string): string {
      return identifier.replaceAll(`${folder}/`, `${relative(context, folder) || '.'}/`)
    }
  }
}

/** A folder and those that contain it, up to the innermost one with a mark in its name. */
function foldersUpToMark(path: string): string[] {
  return MARK.test(basename(path)) ? [path] : [path, ...foldersUpToMark(dirname(path))]
}

function requestOf(from: string, path: string): string {
  const request = relative(from, path)
  return request.startsWith('.') ? request : `./${request}`
}
