/**
 * Runs before the application's scripts are there: begins the calls that restoring a session and opening a review make in any case. `call` takes their answers.
 * A file of its own, so it imports nothing: what it knows of addresses and routes is compared with theirs in early.test.ts.
 */
import type { EarlyWorkspace, WorkspacesAnswer } from "./session/early-answers.ts";

const token = /(?:^|; )connect_token=([^;]+)/.exec(document.cookie)?.[1];
// A workspace that the address names is not always the token's.
if (token !== undefined && !new URLSearchParams(location.search).has("parent_study_id")) void begin(token);

async function begin(token: string): Promise<void> {
  const calls = new Map<string, Promise<Response>>();
  const early = { begunAt: performance.now(), calls, isOver: false };
  window.connectEarly = early;
  /** Null once the application asks for itself. */
  const ask = (own: string | null, address: string, body: object): Promise<Response> | null => {
    if (early.isOver) return null;
    const text = JSON.stringify(body);
    const headers = { "Content-Type": "application/json", ...(own === null ? {} : { Authorization: own }) };
    const answer = fetch(address, { method: "POST", headers, body: text });
    answer.catch(() => {}); // `call` makes it again
    calls.set(`${own} ${address} ${text}`, answer);
    return answer;
  };
  const asked = ask(token, "/v1/workspace/get_workspaces_by_user", {});
  const last = lastWorkspace();
  const workspace = last ?? (await read<WorkspacesAnswer>(asked))?.data[0];
  if (workspace === undefined) return;
  const query = `?parent_study_id=${workspace.id}`;
  const named = workspace.name === "" ? {} : { workspace_name: workspace.name };
  const askNamed = (path: string, body: object = {}) => ask(token, path + query, { ...named, ...body });
  void ask(null, `/v1/workspace/get_client_settings${query}`, {});
  void askNamed("/user/get_token_info");
  const checked = askNamed("/user/check_token", { study_ids: [workspace.id] });
  void askNamed("/v1/workspace/get_workspace_env");
  void askNamed("/user/get_current_user");
  // A browser that has no copy of them asks by itself, before it knows its workspace.
  if (last !== null)
    void askNamed("/v1/documents/get_documents", { kinds: [{ kind: "personal_settings", version: 1 }] });
  const found = /^\/(?:review\/(\d{1,15})|data\/review(?:\/[^/]+){3}\/(\d{1,15})\/[^/]+)\/?$/.exec(location.pathname);
  if (found === null || !(last === null ? await opensReviews(checked) : last.opensReviews)) return;
  const ofFile = { data_object_id: Number(found[1] ?? found[2]) };
  void askNamed("/v1/recordings/get_recording", ofFile);
  void askNamed("/v1/recordings/get_file_annotations", ofFile);
  void askNamed("/v1/layouts/get_layouts");
  void askNamed("/v1/eeg_montages/get_eeg_montages");
  void askNamed("/v1/keyboard_shortcuts/get_keyboard_shortcuts");
}

/** That of this browser's last session: its calls need not wait for the answer that names it. */
function lastWorkspace(): EarlyWorkspace | null {
  try {
    return JSON.parse(localStorage.getItem("connect.early") ?? "null") as EarlyWorkspace | null;
  } catch {
    return null; // storage may be blocked
  }
}

async function opensReviews(checked: Promise<Response> | null): Promise<boolean> {
  const answer = await read<{ permissions: Record<string, boolean> }>(checked);
  return answer?.permissions.access_data_upload_patient_subpage === true;
}

/** What was answered, which whoever takes the answer reads again; null: a refusal, or nothing. */
async function read<T>(answer: Promise<Response> | null): Promise<T | null> {
  try {
    const response = await answer;
    return response?.ok ? ((await response.clone().json()) as T) : null;
  } catch {
    return null;
  }
}
