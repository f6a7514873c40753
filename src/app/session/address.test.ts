import { expect, it } from "vitest";
import { sendResetPasswordEmail, updateTokenExpireTime } from "../../protocol/accounts.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { ApiFailure, call, callWithToken, refusalOf } from "./call.ts";
import { cookieText, tokenIn } from "./cookie.ts";
import { oauthRequest } from "./oauth-request.ts";
import { refuseFailed } from "./sign-in.ts";

it("reads and writes the cookie", () => {
  expect(tokenIn("a=1; connect_token=abc_-9; b=2")).toBe("abc_-9");
  expect(tokenIn("xconnect_token=no")).toBeNull();
  expect(tokenIn("connect_token=")).toBeNull();
  expect(cookieText("abc", null, false)).toBe("connect_token=abc; Path=/; SameSite=Strict");
  expect(cookieText("abc", 1800.4, true)).toBe("connect_token=abc; Path=/; SameSite=Strict; Max-Age=1800; Secure");
  expect(cookieText("", null, true)).toBe("connect_token=; Path=/; SameSite=Strict; Max-Age=0; Secure");
});

it("refuses by itself what needs a token, before any request", async () => {
  for (const attempt of [() => call(updateTokenExpireTime, {}), () => callWithToken(null, updateTokenExpireTime, {})]) {
    const error = await attempt().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ApiFailure);
    expect((error as ApiFailure).status).toBe(401);
    expect((error as ApiFailure).message).toBe(
      "This endpoint requires a token and there is not one present or the user is not logged in.",
    );
  }
  expect(sendResetPasswordEmail.needs).toBe("anyone");
});

it("reads refusals as text or errorMessage", () => {
  expect(refusalOf("Taken.")).toBe("Taken.");
  expect(refusalOf('{"errorMessage":"A site with this Site ID already exists."}')).toBe(
    "A site with this Site ID already exists.",
  );
  expect(refusalOf('{"error":1}')).toBe('{"error":1}');
  expect(refusalOf("{no json")).toBe("{no json");
});

it("takes the hub's request as it came", () => {
  const address =
    "?redirect_uri=https%3A%2F%2Fhub.test%2Fcb%3Fa%3D1&state=00123&client_id=hub&code_challenge=x&scope=a+b";
  expect(oauthRequest(address)).toEqual({
    redirect_uri: "https://hub.test/cb?a=1",
    state: "00123",
    client_id: "hub",
    code_challenge: "x",
    scope: "a b",
  });
  expect(oauthRequest("?state=1&client_id=hub")).toBeNull();
  expect(oauthRequest("?redirect_uri=x&client_id=hub")).toBeNull();
  expect(oauthRequest("?redirect_uri=x&state=1")).toBeNull();
});

it("names the validations that are not Valid", () => {
  expect(() => refuseFailed({ account: "Valid" })).not.toThrow();
  expect(() => refuseFailed({ account: "Valid", license: "Expired", training: "" })).toThrow(
    accountText.login.validationsFailed(["license", "training"]),
  );
  expect(accountText.login.validationsFailed(["license", "training"])).toBe(
    "The following validations failed: license, training.",
  );
});
