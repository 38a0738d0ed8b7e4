/** ASCII codes of the syntax of JSON and CSV. */
export const TAB = 0x09
export const LINE_FEED = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
export const QUOTE = 0x22
export const COMMA = 0x2c
export const MINUS = 0x2d
export const POINT = 0x2e
export const ZERO = 0x30
export const NINE = 0x39
export const COLON = 0x3a
export const OPEN_ARRAY = 0x5b
export const BACKSLASH = 0x5c
export const CLOSE_ARRAY = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d
