// Package webhook verifies deliveries of Postrider. Pass request.Header.Get, the raw body and time.Now().
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

// VerifyNative is for the format "native": header X-Service-Signature, the whole secret is the key.
func VerifyNative(header func(name string) string, body []byte, secret string, now time.Time) bool {
	parts := strings.Split(header("X-Service-Signature"), ",")
	timestamp := strings.TrimPrefix(parts[0], "t=")
	expected := sum([]byte(secret), timestamp+".", body)
	isSigned := false
	for _, part := range parts[1:] {
		value, isVersion1 := strings.CutPrefix(part, "v1=")
		given, err := hex.DecodeString(value)
		isSigned = isSigned || (isVersion1 && err == nil && hmac.Equal(given, expected))
	}
	return isSigned && isRecent(timestamp, now)
}

// VerifyCompatible is for the format "compatible": headers svix-*, what follows whsec_ is the key in base64.
func VerifyCompatible(header func(name string) string, body []byte, secret string, now time.Time) bool {
	id, timestamp := header("svix-id"), header("svix-timestamp")
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	expected := sum(key, id+"."+timestamp+".", body)
	isSigned := false
	for _, part := range strings.Split(header("svix-signature"), " ") {
		value, isVersion1 := strings.CutPrefix(part, "v1,")
		given, err := base64.StdEncoding.DecodeString(value)
		isSigned = isSigned || (isVersion1 && err == nil && hmac.Equal(given, expected))
	}
	return isSigned && isRecent(timestamp, now)
}

func sum(key []byte, before string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(before))
	mac.Write(body)
	return mac.Sum(nil)
}

func isRecent(timestamp string, now time.Time) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := now.Unix() - seconds
	return err == nil && age <= toleranceSeconds && age >= -toleranceSeconds
}
