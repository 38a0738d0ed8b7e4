/** Replaced by the bundler. */
declare const SHELL_VERSION: string
declare const SHELL_BUILD: string

/** Version and build of the shell. */
export const SHELL = { version: SHELL_VERSION, build: SHELL_BUILD }
