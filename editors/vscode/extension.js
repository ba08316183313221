// Starts `regola lsp` and connects the editor with it.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function newClient() {
  const command = vscode.workspace.getConfiguration("regola").get("path", "regola");
  const server = { command, args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "regola" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.rules") },
  };
  return new LanguageClient("regola", "Regola", server, options);
}

async function start() {
  client = newClient();
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `Regola's language server does not start: ${error.message}`,
      "Say where the program is",
    );
    if (choice) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "regola.path");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("regola.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("regola.path")) {
        return restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
