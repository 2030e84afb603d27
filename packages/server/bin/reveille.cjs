#!/usr/bin/env node
'use strict'

require('./node-version.cjs')
require('./open.cjs')
