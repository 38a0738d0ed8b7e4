import { describeTable } from 'tab-testing'
import { codes } from './tab'

describeTable(codes)
