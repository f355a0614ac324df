"use strict";
// Puts the program in the place of bin/fwrun, so that a command needs no Node. Nothing is downloaded, and a failure is none: the script that
// is there does the same, only later by Node's start.

const fs = require("fs");
const path = require("path");

/** Reports whether the command may be a program: Windows finds it by its name, and Yarn runs each command with Node. */
function fits() {
  return process.platform !== "win32" && !/\byarn\//.test(process.env.npm_config_user_agent || "");
}

try {
  if (fits()) {
    const command = path.join(__dirname, "bin", "fwrun");
    const beside = `${command}.${process.pid}`;
    fs.linkSync(require("./launcher.js").program(), beside);
    fs.renameSync(beside, command);
  }
} catch {
  // bin/fwrun stays the script, which says what is missing when it is run
}
